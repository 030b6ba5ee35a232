/** What the code says of a menu, as far as an administrator may say otherwise. */
export type MenuContent = {
  /** The parent's code; null at the top. */
  parent: string | null
  name: string
  kind: string
  sort: number
  metadata: Readonly<Record<string, unknown>>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Field by field: what nobody has changed since the code last spoke follows the code, what somebody changed stays. */
const merged = <Fields extends Readonly<Record<string, unknown>>>(
  stored: Fields,
  declared: Fields,
  seed: Fields,
): Fields => {
  const names = new Set([...Object.keys(stored), ...Object.keys(seed)])
  const pairs = [...names].map(
    (name) => [name, isSame(stored[name], declared[name]) ? seed[name] : stored[name]] as const,
  )
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Fields
}

/**
 * A menu after the code has spoken again. In: the row as it stands, what the code declared last (null: never written
 * down), and what it declares now.
 */
export const mergeMenu = (stored: MenuContent, declared: MenuContent | null, seed: MenuContent): MenuContent => {
  if (declared === null) return seed
  const { metadata, ...plain } = stored
  const { metadata: declaredMetadata, ...declaredPlain } = declared
  const { metadata: seedMetadata, ...seedPlain } = seed
  return {
    ...merged(plain, declaredPlain, seedPlain),
    metadata: merged(metadata, declaredMetadata, seedMetadata),
  }
}
