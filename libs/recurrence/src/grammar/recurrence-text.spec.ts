import { readSeries } from '../event-time';
import { parseRecurrence } from './recurrence-text';

const read = (recurrence: string) =>
  readSeries({
    timeZone: 'Europe/Berlin',
    start: '2025-03-03T09:00:00+01:00',
    end: '2025-03-03T10:00:00+01:00',
    recurrence,
  });

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');
/** Clients show the message, so it is a sentence. */
const refusal = expect.objectContaining({
  property: 'input.time.recurrence',
  message: expect.stringMatching(/^["A-Z].+\.$/) as string,
});

describe('a recurrence text', () => {
  it.each([null, undefined, '', '   ', '\n\r\n \n'])('is none when it is %j', (text) => {
    expect(parseRecurrence(text)).toBeNull();
  });

  it.each([
    ['RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY'],
    ['FREQ=DAILY', 'FREQ=DAILY'],
    [
      '  rrule:freq=daily;count=3 \r\n\r\nexdate:20250304T080000z  ',
      'rrule:freq=daily;count=3\nexdate:20250304T080000z',
    ],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,\r\n WE,FR', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['FREQ=WEEKLY;\n\tCOUNT=2', 'FREQ=WEEKLY;COUNT=2'],
    ['FREQ=DAILY\nEXDATE;VALUE=DATE-TIME:20250304T080000Z', 'FREQ=DAILY\nEXDATE;VALUE=DATE-TIME:20250304T080000Z'],
    ['EXDATE:20250304T080000Z\nINTERVAL=2;FREQ=DAILY', 'EXDATE:20250304T080000Z\nINTERVAL=2;FREQ=DAILY'],
  ])('%j is accepted and echoed as %j', (text, echo) => {
    expect(parseRecurrence(text)?.text).toBe(echo);
  });

  it('gives the same when its echo is sent back', () => {
    const once = parseRecurrence(
      'rrule:FREQ=DAILY;BYHOUR=9,\r\n 10\r\n\r\nEXDATE;TZID="Europe/Berlin":20250304T090000',
    );
    expect(parseRecurrence(once?.text)).toEqual(once);
  });

  it('collapses repeated values and reads a leap second as the second before', () => {
    expect(parseRecurrence('FREQ=DAILY;BYSECOND=60,59,5,5')?.rule.bySecond).toEqual([5, 59]);
  });

  it('has ascending lists and its week begins on Monday', () => {
    expect(parseRecurrence('FREQ=YEARLY;BYHOUR=10,9;BYMONTHDAY=31,-1,2')?.rule).toEqual({
      frequency: 'YEARLY',
      interval: 1,
      weekStart: 0,
      byHour: [9, 10],
      byMonthDay: [-1, 2, 31],
    });
  });

  it('may have 20,000 characters', () => {
    expect(parseRecurrence('FREQ=DAILY'.padEnd(20_000))?.text).toBe('FREQ=DAILY');
  });

  it('may have 1,000 EXDATEs and as many RDATEs', () => {
    const days = new Array(1_000).fill('20250304').join(',');
    const { exceptions, additions } = parseRecurrence(`FREQ=DAILY\nEXDATE:${days}\nRDATE:${days}`) ?? {};
    expect([exceptions?.length, additions?.length]).toEqual([1_000, 1_000]);
  });
});

describe('what the grammar refuses', () => {
  it.each([
    ['a second RRULE', 'RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY'],
    ['two bare rules', 'FREQ=DAILY\nFREQ=WEEKLY'],
    ['exceptions without a rule', 'EXDATE:20250304T080000Z'],
    ['DTSTART', 'DTSTART:20250303T090000\nRRULE:FREQ=DAILY'],
    ['DTEND', 'DTEND:20250303T090000\nRRULE:FREQ=DAILY'],
    ['DURATION', 'DURATION:PT1H\nRRULE:FREQ=DAILY'],
    ['EXRULE', 'RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY'],
    ['RSCALE', 'RSCALE=CHINESE;FREQ=DAILY'],
    ['SKIP', 'FREQ=MONTHLY;SKIP=FORWARD'],
    ['periods', 'FREQ=DAILY\nRDATE;VALUE=PERIOD:20250304T090000Z/PT1H'],
    ['a date as RDATE of an event with times', 'FREQ=DAILY\nRDATE;VALUE=DATE:20250304'],
    ['another property', 'FREQ=DAILY\nATTACH:http://x/'],
    ['an X- property', 'FREQ=DAILY\nX-FOO:1'],
    ['an X- part', 'FREQ=DAILY;X-FOO=1'],
    ['a parameter of RRULE', 'RRULE;X-A=1:FREQ=DAILY'],
    ['an unknown parameter of EXDATE', 'FREQ=DAILY\nEXDATE;X-A=1:20250304T080000Z'],
    ['a repeated parameter', 'FREQ=DAILY\nEXDATE;VALUE=DATE;VALUE=DATE:20250304'],
    ['TZID on UTC times', 'FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20250304T080000Z'],
    ['TZID on dates', 'FREQ=DAILY\nEXDATE;TZID=Europe/Berlin;VALUE=DATE:20250304'],
    ['a value type that is no date', 'FREQ=DAILY\nEXDATE;VALUE=TEXT:20250304T080000Z'],
    ['an unknown TZID', 'FREQ=DAILY\nEXDATE;TZID=Mars/Olympus:20250304T080000'],
    ['a value of another type', 'FREQ=DAILY\nEXDATE;VALUE=DATE:20250304T080000Z'],
    ['an empty value', 'FREQ=DAILY\nEXDATE:'],
    ['an empty item', 'FREQ=DAILY\nEXDATE:20250304T080000Z,'],
    ['an exception that is no date', 'FREQ=DAILY\nEXDATE:20250230T080000Z'],
    ['an RDATE after the calendar', 'FREQ=DAILY\nRDATE:22000101T000000Z'],
    ['an RDATE before the calendar', 'FREQ=DAILY\nRDATE:18991231T000000Z'],
    ['control characters', 'FREQ=DAILY;\u0000COUNT=3'],
    ['a control character at the end', 'FREQ=DAILY\u000b'],
    ['a bare carriage return', 'FREQ=DAILY\rCOUNT=3'],
    ['a tab inside a line', 'FREQ=DAILY;\tCOUNT=3'],
    ['letters that only upper-case to ASCII', 'FREQ=WEEKLY;BYDAY=\u017fU'],
    ['more than 20,000 characters', `FREQ=DAILY${' '.repeat(20_000)}`],
    ['more than 1,000 exceptions', `FREQ=DAILY\nEXDATE:${new Array(1001).fill('20250304').join(',')}`],
    ['cron', '0 9 * * 1'],
  ])('%s', (_, text) => {
    expect(() => read(text)).toThrow(refusal);
  });

  it.each([
    'INTERVAL=2',
    'FREQ=',
    'FREQ=SECONDLY',
    'FREQ=FORTNIGHTLY',
    'FREQ=DAILY;',
    'FREQ=DAILY;;COUNT=2',
    'FREQ = DAILY',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;count=3;COUNT=3',
    'FREQ=DAILY;COUNT=3;UNTIL=20260101T000000Z',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=100001',
    'FREQ=DAILY;COUNT=1e3',
    'FREQ=DAILY;COUNT=0x10',
    'FREQ=DAILY;COUNT=+3',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=10001',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;BYSECOND=61',
    'FREQ=DAILY;BYMINUTE=60',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=DAILY;BYHOUR=-1',
    'FREQ=DAILY;BYHOUR=',
    'FREQ=DAILY;BYHOUR=9,,10',
    'FREQ=DAILY;BYMONTH=0',
    'FREQ=DAILY;BYMONTH=13',
    'FREQ=DAILY;BYMONTH=5L',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=0X10',
    'FREQ=MONTHLY;BYMONTHDAY=1E1',
    'FREQ=MONTHLY;BYMONTHDAY= 1',
    'FREQ=MONTHLY;BYMONTHDAY=-32',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=YEARLY;BYYEARDAY=0',
    'FREQ=YEARLY;BYYEARDAY=-367',
    'FREQ=DAILY;BYYEARDAY=1',
    'FREQ=WEEKLY;BYYEARDAY=1',
    'FREQ=MONTHLY;BYYEARDAY=1',
    'FREQ=YEARLY;BYWEEKNO=54',
    'FREQ=YEARLY;BYWEEKNO=0',
    'FREQ=MONTHLY;BYWEEKNO=10',
    'FREQ=YEARLY;BYWEEKNO=10;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=0MO',
    'FREQ=MONTHLY;BYDAY=54MO',
    'FREQ=MONTHLY;BYDAY=M',
    'FREQ=MONTHLY;BYDAY=1',
    'FREQ=MONTHLY;BYDAY=MOX',
    'FREQ=MONTHLY;BYDAY=XMO',
    'FREQ=MONTHLY;BYDAY=001MO',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=DAILY;BYDAY=-1MO',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367',
    'FREQ=WEEKLY;WKST=XX',
    'FREQ=WEEKLY;WKST=1MO',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=DAILY;UNTIL=20250231T000000Z',
    'FREQ=DAILY;UNTIL=20260101T240000Z',
    'FREQ=DAILY;UNTIL=20250303T075959Z',
    'FREQ=DAILY;UNTIL=20250303T085959',
    'FREQ=DAILY;UNTIL=20250302',
    'FREQ=MINUTELY;BYSECOND=0,30',
    `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=0,1`,
    `FREQ=HOURLY;BYMINUTE=${numbers(60)};BYSECOND=0,30`,
    `FREQ=HOURLY;INTERVAL=2;BYMINUTE=${numbers(60)};BYSECOND=0,20,40`,
    `FREQ=HOURLY;BYHOUR=9,10;BYMINUTE=${numbers(60)};BYSECOND=${numbers(13)}`,
    `FREQ=MINUTELY;BYHOUR=9;BYSECOND=${numbers(25)}`,
    `FREQ=MINUTELY;BYMINUTE=0,30;BYSECOND=${numbers(31)}`,
    `FREQ=WEEKLY;BYMINUTE=${numbers(60)};BYSECOND=${numbers(25)}`,
    'FREQ=HOURLY;BYDAY=1MO',
    'FREQ=DAILY;BYEASTER=0',
    'FREQ=DAILY;__PROTO__=1',
  ])('the rule %s', (rule) => {
    expect(() => read(rule)).toThrow(refusal);
  });

  it('names the frequencies that exist', () => {
    expect(() => read('FREQ=SECONDLY')).toThrow('FREQ is one of MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY.');
  });

  it.each([
    'FREQ=DAILY;UNTIL=20250303T080000Z',
    'FREQ=DAILY\nRDATE:19000101T000000Z,21991231T235959Z',
    'FREQ=DAILY;UNTIL=20250303T090000',
    'FREQ=DAILY;UNTIL=20250303',
    'FREQ=MINUTELY',
    'FREQ=MINUTELY;INTERVAL=2;BYSECOND=0,30',
    'FREQ=HOURLY;BYYEARDAY=1,-1',
    'FREQ=YEARLY;BYWEEKNO=-53;BYDAY=SU;WKST=su',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3;BYSETPOS=366',
    'FREQ=MONTHLY;BYDAY=+53MO,-1fr',
    `FREQ=HOURLY;BYMINUTE=${numbers(60)}`,
    `FREQ=HOURLY;INTERVAL=2;BYMINUTE=${numbers(60)};BYSECOND=0,30`,
    `FREQ=HOURLY;BYHOUR=9,10;BYMINUTE=${numbers(60)};BYSECOND=${numbers(12)}`,
    `FREQ=MINUTELY;BYHOUR=9;BYSECOND=${numbers(24)}`,
    `FREQ=MINUTELY;BYMINUTE=0,30;BYSECOND=${numbers(30)}`,
    `FREQ=WEEKLY;BYMINUTE=${numbers(60)};BYSECOND=${numbers(24)}`,
    'FREQ=DAILY;COUNT=100000;INTERVAL=10000',
    'FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,59;BYSECOND=0,60',
    'FREQ=MONTHLY;BYMONTHDAY=1,-1,31,-31;BYMONTH=1,12',
    'FREQ=YEARLY;BYYEARDAY=1,-1,366,-366',
    'FREQ=YEARLY;BYWEEKNO=1,53',
    'FREQ=DAILY;BYSECOND=0,1;BYSETPOS=1',
    'FREQ=DAILY;BYMINUTE=0,1;BYSETPOS=-1',
    'FREQ=DAILY;BYHOUR=0,1;BYSETPOS=1',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=1',
    'FREQ=YEARLY;BYYEARDAY=1,2;BYSETPOS=-366',
    'FREQ=YEARLY;BYWEEKNO=1,2;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=1,2;BYSETPOS=1',
  ])('but not the rule %s', (rule) => {
    expect(read(rule).recurrence?.text).toBe(rule);
  });
});
