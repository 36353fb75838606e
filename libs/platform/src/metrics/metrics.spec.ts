import { Metrics } from './metrics';

describe('Metrics', () => {
  const kind = { method: 'GET', route: '/posts', status: 304 };

  it('counts requests by method, route, status and duration', async () => {
    const metrics = new Metrics('test');
    for (const seconds of [0.0005, 0.0009, 0.02]) metrics.observeRequest(kind, seconds);
    const text = await metrics.registry.getSingleMetricAsString('http_request_duration_seconds');
    const labels = 'service="test",method="GET",route="/posts",status="304"';
    expect(text).toContain(`http_request_duration_seconds_bucket{le="0.001",${labels}} 2`);
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 3`);
  });

  it('calls the collector of a gauge for each scrape', async () => {
    const metrics = new Metrics('test');
    let size = 3;
    metrics.gauge('cache_size', 'Size.', [], (gauge) => gauge.set(size));
    expect(await metrics.registry.getSingleMetricAsString('cache_size')).toContain('cache_size{service="test"} 3');
    size = 2;
    expect(await metrics.registry.getSingleMetricAsString('cache_size')).toContain('cache_size{service="test"} 2');
  });
});
