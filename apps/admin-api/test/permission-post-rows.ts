import { type MatrixRow, no, row, staffAndIntegrations } from './permission-cells';

/** The rows of posts, which are also those of pages. */
// prettier-ignore
export const postRows = (kind: 'posts' | 'pages'): Record<string, MatrixRow> => ({
  [`GET ${kind}`]: row('browse posts', { '-': staffAndIntegrations(200) }),
  [`GET ${kind}/:id`]: row('read posts', {
    "own draft":         [200, 200, 200, 200, 200, no,  no,  no],
    "another's draft":   [200, 200, 200, 200, 200, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`GET ${kind}/slug/:slug`]: row('read posts', {
    "another's draft":   [200, 200, 200, 200, 200, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`POST ${kind}`]: row('add posts', {
    "own draft":         [201, 201, 201, 201, 201, no,  no,  no],
    "own published":     [201, 201, 201, 201, 403, no,  no,  no],
    "own paid":          [201, 201, 201, 403, 201, no,  no,  no],
    "another's draft":   [201, 201, 201, 403, 403, 201, 403, 403],
    "another's published": [201, 201, 201, 403, 403, 201, 403, 403],
  }),
  [`PUT ${kind}/:id`]: row('edit posts', {
    "own draft":         [200, 200, 200, 200, 200, no,  no,  no],
    "own published":     [200, 200, 200, 200, 403, no,  no,  no],
    "co-authored draft": [200, 200, 200, 200, 200, no,  no,  no],
    "another's draft":   [200, 200, 200, 403, 403, 200, 403, 403],
    "another's published": [200, 200, 200, 403, 403, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`DELETE ${kind}/:id`]: row('destroy posts', {
    "own draft":         [204, 204, 204, 204, 204, no,  no,  no],
    "own published":     [204, 204, 204, 204, 403, no,  no,  no],
    "co-authored draft": [204, 204, 204, 403, 403, no,  no,  no],
    "another's draft":   [204, 204, 204, 403, 403, 204, 403, 403],
    "another's published": [204, 204, 204, 403, 403, 204, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  // 200 also where an object is refused: the body names it (bulk-posts.e2e-spec.ts).
  [`PUT ${kind}/bulk`]: row('edit posts', { "own draft": [200, 200, 200, 200, 200, no, no, no], "another's draft": staffAndIntegrations(200) }),
  [`DELETE ${kind}`]: row('destroy posts', { "own draft": [200, 200, 200, 200, 200, no, no, no], "another's draft": staffAndIntegrations(200) }),
  [`DELETE ${kind}/bulk`]: row('destroy posts', { "own draft": [200, 200, 200, 200, 200, no, no, no], "another's draft": staffAndIntegrations(200) }),
  [`POST ${kind}/:id/preview_link`]: row('edit posts', {
    "own draft":         [201, 201, 201, 201, 201, no,  no,  no],
    "own published":     [201, 201, 201, 201, 403, no,  no,  no],
    "co-authored draft": [201, 201, 201, 201, 201, no,  no,  no],
    "another's draft":   [201, 201, 201, 403, 403, 201, 403, 403],
    "another's published": [201, 201, 201, 403, 403, 201, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`DELETE ${kind}/:id/preview_link`]: row('edit posts', {
    "own draft":         [204, 204, 204, 204, 204, no,  no,  no],
    "own published":     [204, 204, 204, 204, 403, no,  no,  no],
    "co-authored draft": [204, 204, 204, 204, 204, no,  no,  no],
    "another's draft":   [204, 204, 204, 403, 403, 204, 403, 403],
    "another's published": [204, 204, 204, 403, 403, 204, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`POST ${kind}/:id/copy`]: row('add posts', {
    "own draft":         [201, 201, 201, 201, 201, no,  no,  no],
    "own published":     [201, 201, 201, 201, 201, no,  no,  no],
    // The copy is a draft of their own.
    "another's draft":   [201, 201, 201, 201, 201, 201, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
});
