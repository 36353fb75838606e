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

  it('leaves out the values of a gauge while its collector fails', async () => {
    const metrics = new Metrics('test');
    let isDown = false;
    const read = async (): Promise<number> => {
      if (isDown) throw new Error('The database is down.');
      return 3;
    };
    metrics.gauge('waiting', 'Waiting.', [], async (gauge) => gauge.set(await read()));
    metrics.gauge('waiting_by_kind', 'Waiting.', ['kind'], async (gauge) => gauge.set({ kind: 'a' }, await read()));
    metrics.gauge('size', 'Size.', [], (gauge) => gauge.set(1));
    const values = async (): Promise<string[]> =>
      (await metrics.registry.metrics()).split('\n').filter((line) => /^(waiting|size)/.test(line));
    expect(await values()).toHaveLength(3);
    isDown = true;
    expect(await values()).toEqual(['size{service="test"} 1']);
    isDown = false;
    expect(await values()).toHaveLength(3);
  });
});
