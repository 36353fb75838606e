require('reflect-metadata');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const threads = require('node:worker_threads');

const { Worker } = threads;

// Tests run the sources, where the file of a worker thread is TypeScript.
if (Worker.name === 'Worker') {
  threads.Worker = class WorkerOfSources extends Worker {
    constructor(file, options = {}) {
      const sourceFile = String(file).replace(/\.js$/, '.ts');
      if (existsSync(file) || !existsSync(sourceFile)) super(file, options);
      else super(join(__dirname, 'typescript-worker.cjs'), { ...options, workerData: { sourceFile } });
    }
  };
}
