import * as z from 'zod/mini'
import { productText } from '../../../kernel/product-text.ts'
import { type MenuKind, menuKinds } from './menu-metadata.ts'

/** A sidebar entry. `metadata` is a JSON string on the wire, as the specification demands; see `menuMetadata`. */
export type MenuNode = {
  id: string
  name: string
  parent: string | null
  kind: MenuKind
  sort: number
  metadata: string
  children: MenuNode[]
}
export const menuNode: z.ZodMiniType<MenuNode> = z.object({
  id: z.string(),
  name: productText(),
  parent: z.nullable(z.string()),
  kind: z.enum(menuKinds),
  sort: z.int(),
  metadata: z.string(),
  get children() {
    return z.array(menuNode)
  },
})
