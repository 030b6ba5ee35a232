/** Layers of the product, by the folders of features, lowest first. Each uses only those before it (docs/architecture.md). */
export const layers = [
  'system',
  'access',
  'tenancy',
  'people',
  'communication',
  'identity',
  'governance',
  'audit',
  'content',
  'operations',
  'open',
  'overview',
] as const
