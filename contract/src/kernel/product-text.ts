import * as z from 'zod/mini'

type Row = Readonly<Record<string, unknown>>
/** Whose text a part of a reply may be: a name, or a sentence that was stored with its values in it. */
export type ProductText = { kind: 'name' | 'sentence'; isOwn: (row: Row) => boolean }

const marks = new WeakMap<z.ZodMiniType, ProductText>()
const marked = (kind: ProductText['kind'], isOwn: ProductText['isOwn']): z.ZodMiniString<string> => {
  const schema = z.string()
  marks.set(schema, { kind, isOwn })
  return schema
}
const always = () => true

/**
 * A name in a reply that the product itself may have given. The server puts it into the caller's language on its way out,
 * so that what it caches and stores is the source.
 * @param isOwn - whether the product has named this row; always by default
 */
export const productText = (isOwn: (row: Row) => boolean = always): z.ZodMiniString<string> => marked('name', isOwn)
/**
 * A sentence of the product in a reply, which was stored in the language of the code, with values in it.
 * @param isOwn - whether the product has written that of this row; always by default
 */
export const productSentence = (isOwn: (row: Row) => boolean = always): z.ZodMiniString<string> =>
  marked('sentence', isOwn)
/** What a schema's text may be; undefined if it is of people. */
export const findProductText = (schema: z.ZodMiniType): ProductText | undefined => marks.get(schema)

/** Whether the product declares a row of the registry or the menus, and whether it brought one. */
export const isDeclared = ({ origin }: Row): boolean => origin === 'code'
export const isBuiltin = ({ builtin, type }: Row): boolean => builtin === true || type === 'builtin'
