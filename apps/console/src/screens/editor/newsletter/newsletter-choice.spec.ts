import { audienceOf, filterOf, labelOptions } from './newsletter-choice.ts';

describe('the audience of a newsletter', () => {
  it.each([
    ['all', { plan: 'all', labels: [] }],
    ['status:-free', { plan: 'paid', labels: [] }],
    ["label:['vip']", { plan: 'all', labels: ['vip'] }],
    ["status:free+label:['it\\'s','b']", { plan: 'free', labels: ["it's", 'b'] }],
    ['email:jane@example.com', { plan: 'other', labels: [] }],
  ])('is read from the filter %s', (filter, audience) => {
    expect(audienceOf(filter)).toEqual(audience);
  });

  it('becomes a filter from which it can be read again', () => {
    const audience = { plan: 'paid' as const, labels: ["it's", 'a,b'] };
    expect(audienceOf(filterOf(audience))).toEqual(audience);
  });

  it('offers every chosen label, also one that the user may not read', () => {
    expect(labelOptions([{ slug: 'crew', name: 'Crew' }], ['vip', 'crew'])).toEqual([
      { value: 'crew', label: 'Crew' },
      { value: 'vip', label: 'vip' },
    ]);
    expect(labelOptions([], ['vip'])).toEqual([{ value: 'vip', label: 'vip' }]);
  });
});
