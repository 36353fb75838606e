export { type EnvironmentVariable, Variable, variableName, variablesOf } from './environment/variable';
export { ServiceConfiguration } from './environment/service-configuration';
export { SchedulerWorkerConfiguration } from './environment/scheduler-worker-configuration';
