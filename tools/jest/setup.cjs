require('reflect-metadata');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const threads = require('node:worker_threads');

const { Worker } = threads;

// Tests run the sources, so the file of a worker thread is TypeScript: typescript-worker.cjs compiles it in the thread. If the name of
// the class is not `Worker`, an earlier suite in this process has already replaced the class.
if (Worker.name === 'Worker') {
  threads.Worker = class WorkerOfSources extends Worker {
    constructor(file, options = {}) {
      const sourceFile = String(file).replace(/\.js$/, '.ts');
      if (existsSync(file) || !existsSync(sourceFile)) super(file, options);
      else super(join(__dirname, 'typescript-worker.cjs'), { ...options, workerData: { sourceFile } });
    }
  };
}
