import { type Attributes, parseAll, type XmlLimits } from './workbooks/parse-xml.ts'

/** Part of an office file that lists the types of the others. */
export const contentTypesPart = '[Content_Types].xml'

const getEnding = (part: string) => part.slice(part.lastIndexOf('.') + 1).toLowerCase()

/**
 * The media types of an office file's parts: those that its list of contents names for a part, and those for an ending
 * that a part has. Programs announce endings which none of their parts has. Takes the list, and the names of all parts.
 * @throws Refusal for a list that cannot be read
 */
export const readPartTypes = async (
  list: AsyncIterable<Uint8Array>,
  parts: Iterable<string>,
  limits: XmlLimits,
): Promise<ReadonlySet<string>> => {
  const endings = new Set([...parts].map(getEnding))
  const types = new Set<string>()
  const open = (name: string, { ContentType = '', Extension = '' }: Attributes) => {
    if (name === 'Override' || (name === 'Default' && endings.has(Extension.toLowerCase()))) types.add(ContentType)
  }
  await parseAll(list, 'Types', { open }, limits)
  return types
}

const macroParts = /(^|\/)(vbaproject\.bin|vbadata\.xml)$|(^|\/)(macrosheets|dialogsheets)\//i
/** Whether a part of an office file is one of macros by its name. */
export const isMacroPart = (part: string): boolean => macroParts.test(part)

const macroTypes = /macroEnabled|vbaProject/i
/** Whether an office file holds macros by the types of its parts. */
export const haveMacros = (types: ReadonlySet<string>): boolean => [...types].some((type) => macroTypes.test(type))
