import { validateSync } from 'class-validator';
import { WebhookAllowedCidrs } from './shared-variables';

class Example {
  @WebhookAllowedCidrs()
  webhookAllowedCidrs: string[];
}

const isValid = (...webhookAllowedCidrs: string[]): boolean =>
  validateSync(Object.assign(new Example(), { webhookAllowedCidrs })).length === 0;

describe('WebhookAllowedCidrs', () => {
  it('accepts ranges and addresses of both families', () => {
    expect(isValid()).toBe(true);
    expect(isValid('10.1.0.0/16', '127.0.0.1', 'fd00::/8', '::1/128', '0.0.0.0/0')).toBe(true);
  });

  it.each(['10.0.0.0/33', '300.1.1.1/8', '10.1/16', '1', 'fd00::/129', '10.0.0.0/', 'fe80::1%eth0', 'localhost'])(
    'rejects %s',
    (range) => expect(isValid('10.1.0.0/16', range)).toBe(false),
  );
});
