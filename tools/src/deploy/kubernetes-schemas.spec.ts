import { problemsOf } from './kubernetes-schemas';
import { chartValues, describeChart, type Manifest, mergeValues, renderChart } from './render-chart';

describe('the check by the schemas of Kubernetes', () => {
  const job = (spec: object): Manifest =>
    ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a', labels: {} }, spec }) as Manifest;
  const pod = (container: object) => ({ spec: { restartPolicy: 'Never', containers: [container] } });

  it('finds nothing wrong with a good manifest', () => {
    expect(problemsOf(job({ template: pod({ name: 'a', image: 'b' }) }))).toEqual([]);
  });

  it('finds missing, unknown and mistyped fields, also deep inside', () => {
    expect(problemsOf(job({})).join()).toContain('template');
    expect(problemsOf(job({ template: pod({ name: 'a', imagePolicy: 'x' }) })).join()).toContain('imagePolicy');
    expect(problemsOf(job({ backoffLimit: 'three', template: pod({ name: 'a' }) })).join()).toContain(
      '/spec/backoffLimit',
    );
    const env = [{ name: 'A', value: 1 }];
    expect(problemsOf(job({ template: pod({ name: 'a', env }) })).join()).toContain('/env/0/value');
  });

  it('finds kinds and versions that do not exist', () => {
    expect(problemsOf({ ...job({}), kind: 'Jab' })).toEqual(['batch/v1 has no kind Jab.']);
    expect(problemsOf({ ...job({}), apiVersion: 'batch/v1beta9' })).toHaveLength(1);
  });
});

describeChart('every manifest of the Helm chart', () => {
  const variants = {
    minimal: chartValues('minimal'),
    full: chartValues('full'),
    'without optional parts': mergeValues(chartValues('minimal'), {
      autoscaling: { enabled: false },
      networkPolicy: { enabled: false },
      ingress: { enabled: false },
    }),
  };

  it.each(Object.entries(variants))('is valid: %s', (_name, values) => {
    const problems = renderChart(values).flatMap((manifest) =>
      problemsOf(manifest).map((problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});
