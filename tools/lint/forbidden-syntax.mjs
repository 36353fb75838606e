// Syntax that the linter rejects, in groups. eslint.config.mjs decides which groups apply to which files.
const rule = (selector, message) => ({ selector, message });

export const forbiddenSyntax = {
  everywhere: [
    rule(
      "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
      'A double cast hides the type: narrow or validate the value.',
    ),
    rule('ExportAllDeclaration', 'Export by name, not with export *.'),
    rule("CallExpression[callee.name='forwardRef']", 'forwardRef means an import cycle: remove the cycle.'),
    rule('CatchClause[body.body.length=0]', 'Handle the error or let it propagate; an empty catch hides it.'),
  ],
  environment: [
    rule(
      "MemberExpression[object.name='process'][property.name='env']",
      'Only the configuration classes read the environment (libs/platform).',
    ),
  ],
  versions: [
    rule(
      'BinaryExpression[operator=/^[!=]==?$/] > Literal[value=/^(v2|v3|v5|canary)$/]',
      'Compare versions only in libs/api-versions; use the contract of the version.',
    ),
    rule(
      'SwitchCase > Literal[value=/^(v2|v3|v5|canary)$/]',
      'Compare versions only in libs/api-versions; use the contract of the version.',
    ),
  ],
  connections: [
    rule(
      "NewExpression[callee.name='Pool'], NewExpression[callee.name='Client'][arguments.0.properties.0.key.name='connectionString']",
      'A pool without an error listener ends the process: use openPool or connectDirectly of libs/entities/src/connections.',
    ),
  ],
  outbound: [
    rule(
      "CallExpression[callee.name='fetch']",
      'Send outbound requests with the client of libs/platform/src/outbound.',
    ),
    rule(
      "ImportDeclaration[source.value=/^(undici|axios|got|node-fetch|node:https|https)$/][importKind!='type']",
      'Send outbound requests with the client of libs/platform/src/outbound.',
    ),
    rule(
      'CallExpression[callee.object.name=/^https?$/][callee.property.name=/^(request|get)$/]',
      'Send outbound requests with the client of libs/platform/src/outbound.',
    ),
  ],
};
