import assert from 'node:assert/strict';

export const packageName = 'gatsby-source-ghost';

/**
 * The calls of the plug-in, by name: the two functions that Gatsby calls in a build, and checks of the nodes that they create. `actions`
 * replaces the object of Gatsby, and only records nodes and types.
 */
export function callsOf({ site, version, require }) {
  const { sourceNodes, createSchemaCustomization } = require(`${packageName}/gatsby-node`);
  const nodes = [];
  const types = [];
  const actions = { createNode: (node) => nodes.push(node), createTypes: (schema) => types.push(schema) };
  const ofType = (type) => nodes.filter(({ internal }) => internal.type === type);

  return {
    createSchemaCustomization: () => {
      createSchemaCustomization({ actions });
      assert.ok(types.length > 0);
    },
    sourceNodes: async () => {
      await sourceNodes({ actions }, { apiUrl: site.url, contentApiKey: site.contentKey, version });
      assert.ok(nodes.length > 0, 'no nodes');
    },
    'nodes of posts': () => {
      assert.ok(ofType('GhostPost').length > 10);
      assert.ok(ofType('GhostPost').some(({ html }) => html.startsWith('<p>')));
      assert.ok(ofType('GhostPost').every(({ authors, primary_author }) => authors.length > 0 && primary_author));
    },
    'nodes of pages': () => assert.equal(ofType('GhostPage').length, 3),
    'nodes of tags': () =>
      assert.ok(ofType('GhostTag').every(({ postCount }) => postCount >= 0) && ofType('GhostTag').length > 5),
    'nodes of authors': () => assert.ok(ofType('GhostAuthor').some(({ slug }) => slug === 'mara')),
    'nodes of settings': () => assert.equal(ofType('GhostSettings')[0].title, 'The Harbour Almanac'),
    // The plug-in does not wait for the response with the tiers.
    ...(version.startsWith('v5') && {
      'nodes of tiers': async () => {
        for (let attempt = 0; attempt < 50 && ofType('GhostTiers').length === 0; attempt++)
          await new Promise((resolve) => setTimeout(resolve, 100));
        assert.ok(ofType('GhostTiers').length > 0, 'no tiers');
      },
    }),
  };
}
