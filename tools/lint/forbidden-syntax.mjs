// What STYLE calls a smell, as far as a syntax rule can see it. Kept apart by the place where each is allowed.
const rule = (selector, message) => ({ selector, message });

export const forbiddenSyntax = {
  everywhere: [
    rule(
      "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
      'A double cast gives the type up: narrow it, or validate it.',
    ),
    rule('ExportAllDeclaration', 'Name what a library gives out; no export * chains.'),
    rule("CallExpression[callee.name='forwardRef']", 'A cycle is the design speaking: break it.'),
    rule('CatchClause[body.body.length=0]', 'An error is handled or it rises; it is not swallowed.'),
  ],
  environment: [
    rule(
      "MemberExpression[object.name='process'][property.name='env']",
      'The environment is read once, by the configuration class in libs/platform.',
    ),
  ],
  versions: [
    rule(
      'BinaryExpression[operator=/^[!=]==?$/] > Literal[value=/^(v2|v3|canary)$/]',
      'Comparing versions belongs in libs/api-versions: ask the contract.',
    ),
    rule(
      'SwitchCase > Literal[value=/^(v2|v3|canary)$/]',
      'Comparing versions belongs in libs/api-versions: ask the contract.',
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
      'Every outbound request goes through the one client in libs/platform/src/outbound.',
    ),
    rule(
      "ImportDeclaration[source.value=/^(undici|axios|got|node-fetch|node:https|https)$/][importKind!='type']",
      'Every outbound request goes through the one client in libs/platform/src/outbound.',
    ),
    rule(
      'CallExpression[callee.object.name=/^https?$/][callee.property.name=/^(request|get)$/]',
      'Every outbound request goes through the one client in libs/platform/src/outbound.',
    ),
  ],
};
