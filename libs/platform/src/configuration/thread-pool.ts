/**
 * Sets the number of threads in which Node.js resolves host names, reads files and compresses; by default it has four. The variable
 * `UV_THREADPOOL_SIZE` of the operator takes precedence. Call this function first, also before other modules are loaded: Node.js reads the
 * variable when it starts the threads, for the first such task.
 */
export function setThreadPoolSize(threads: number): void {
  process.env.UV_THREADPOOL_SIZE ??= String(threads);
}
