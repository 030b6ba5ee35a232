/** The part of a menu that administrators can edit. */
export type MenuContent = {
  /** The parent's code; null at the top. */
  parent: string | null
  name: string
  kind: string
  sort: number
  metadata: Readonly<Record<string, unknown>>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Merges field by field: unedited fields follow the code, edited ones stay. */
const mergeFields = <Fields extends Readonly<Record<string, unknown>>>(
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

const toPlace = ({ parent, sort, metadata }: MenuContent) => [parent, sort, metadata.path]
/** The seed where administrators have moved the menu to: parent, position and path belong together. */
const moveToPlace = ({ parent, sort, metadata: { path } }: MenuContent, seed: MenuContent): MenuContent => ({
  ...seed,
  parent,
  sort,
  metadata: { ...seed.metadata, path },
})

/**
 * Merges a stored menu with the code's declaration. Takes the row, the declaration it was last merged with (null if
 * never), and the current declaration.
 */
export const mergeMenu = (stored: MenuContent, declared: MenuContent | null, seed: MenuContent): MenuContent => {
  if (declared === null) return seed
  const isMoved = !isSame(toPlace(stored), toPlace(declared))
  const { metadata, ...plain } = stored
  const { metadata: declaredMetadata, ...declaredPlain } = declared
  const { metadata: seedMetadata, ...seedPlain } = isMoved ? moveToPlace(stored, seed) : seed
  return {
    ...mergeFields(plain, declaredPlain, seedPlain),
    metadata: mergeFields(metadata, declaredMetadata, seedMetadata),
  }
}
