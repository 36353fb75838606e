/** The path under which the scripts and styles of the GraphiQL page are served. Proxies send all paths below `/graphql` to this service. */
export const ASSETS_PATH = 'graphql/ide';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The files of the page, by their names below `ASSETS_PATH`. They come from packages; the page loads nothing from other hosts. */
export const assets = [
  { name: 'react.js', package: 'react', file: 'umd/react.production.min.js', type: SCRIPT },
  { name: 'react-dom.js', package: 'react-dom', file: 'umd/react-dom.production.min.js', type: SCRIPT },
  { name: 'graphiql.js', package: 'graphiql', file: 'graphiql.min.js', type: SCRIPT },
  { name: 'graphiql.css', package: 'graphiql', file: 'graphiql.min.css', type: STYLE },
] as const;

const EXAMPLE = `# To create events, send the header {"Authorization": "Bearer <hash>"}.
# The hash is in the response of the mutation signin.
{
  occurrencePage(filter: { from: "FROM", to: "TO" }, first: 10) {
    nodes {
      occurrence { start end timeZone }
      info { title }
      location { name }
    }
    pageInfo { endCursor hasNextPage }
  }
}
`;

/** The page with GraphiQL for `/graphql` of the same host. */
export const IDE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Almanac calendar</title>
<link rel="stylesheet" href="/${ASSETS_PATH}/graphiql.css">
<style>body, #ide { height: 100vh; margin: 0 }</style>
</head>
<body>
<div id="ide">Loading…</div>
<script src="/${ASSETS_PATH}/react.js"></script>
<script src="/${ASSETS_PATH}/react-dom.js"></script>
<script src="/${ASSETS_PATH}/graphiql.js"></script>
<script>
const fetcher = GraphiQL.createFetcher({ url: '/graphql' });
const startOfDayIn = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10) + 'T00:00:00Z';
const defaultQuery = ${JSON.stringify(EXAMPLE)}.replace('FROM', startOfDayIn(0)).replace('TO', startOfDayIn(7));
const element = React.createElement(GraphiQL, { fetcher, defaultQuery });
ReactDOM.createRoot(document.getElementById('ide')).render(element);
</script>
</body>
</html>
`;
