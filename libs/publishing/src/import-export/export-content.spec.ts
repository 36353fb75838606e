import { createTestDatabase, addLabel, addMember, statementsOf } from '@almanac/testing';
import { exportContent } from './export-content';

interface Exported {
  db: [{ data: { members_labels: { member_id: string; label_id: string }[] } }];
}

it('reads every label of members once, and continues in the index after the last one', async () => {
  const database = await createTestDatabase();
  const dataSource = await database.publishing();
  const { manager } = dataSource;
  const members = await Promise.all(Array.from({ length: 150 }, () => addMember(manager)));
  const labels = await Promise.all(['A', 'B', 'C'].map((name) => addLabel(manager, { name, members })));

  let json = '';
  const statements = await statementsOf(async () => {
    const options = { hasPostsMetaTable: true, hasField: () => true, withPasswordHashes: false };
    for await (const piece of exportContent(dataSource, new Date(), options)) json += piece;
  });
  const links = (JSON.parse(json) as Exported).db[0].data.members_labels;
  const expected = members.flatMap(({ id }) => labels.map((label) => `${id} ${label.id}`));
  expect(links.map((link) => `${link.member_id} ${link.label_id}`).sort()).toEqual(expected.sort());

  const statement = statements.find((text) => text.includes('publishing.members_labels t')) ?? '';
  const plan = await dataSource.transaction(async (scope) => {
    await scope.query('set local enable_seqscan = off');
    return scope.query<Record<string, string>[]>(`explain ${statement}`, [`${members[75]?.id}${labels[1]?.id}`]);
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Cond: (ROW(member_id, label_id)');
  await database.drop();
});
