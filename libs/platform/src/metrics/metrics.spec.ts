import { Metrics } from './metrics';

describe('Metrics', () => {
  const kind = { method: 'GET', route: '/posts', status: 304 };

  it('shows every short request, however many were put aside', async () => {
    const metrics = new Metrics('test');
    for (let time = 0; time < 600; time++) metrics.requestTimes(kind).add(time < 500 ? 0.0005 : 0.02);
    metrics.observeRequest(kind, 0.02);
    const text = await metrics.registry.getSingleMetricAsString('http_request_duration_seconds');
    const labels = 'service="test",method="GET",route="/posts",status="304"';
    expect(text).toContain(`http_request_duration_seconds_bucket{le="0.001",${labels}} 500`);
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 601`);
    expect(await metrics.registry.getSingleMetricAsString('http_request_duration_seconds')).toBe(text);
  });

  it('adds to a counter what came since it was read last', async () => {
    const metrics = new Metrics('test');
    let hits = 3;
    metrics.counter('hits_total', 'Hits.', [], (counter) => {
      counter.inc(hits);
      hits = 0;
    });
    await metrics.registry.getSingleMetricAsString('hits_total');
    hits = 2;
    expect(await metrics.registry.getSingleMetricAsString('hits_total')).toContain('hits_total{service="test"} 5');
  });
});
