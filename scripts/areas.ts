/** Areas of the product, lowest first. Each uses only those before it (docs/architecture.md). */
export const areas = [
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
