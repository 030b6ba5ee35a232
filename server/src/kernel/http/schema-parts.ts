import type * as z from 'zod/mini'

/** The schemas that a schema is made of. */
type Parts = {
  shape?: Readonly<Record<string, z.ZodMiniType>>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
}
/** The parts of a schema, by their role in it; zod types only the definitions of known kinds. */
export const getParts = (schema: z.ZodMiniType) => {
  const definition: unknown = schema._zod.def
  return definition as Parts
}
