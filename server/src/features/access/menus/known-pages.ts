import type { MenuKind } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { menusErrors } from '@atrium/contract/features/access/menus/menus.errors.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { distance } from 'fastest-levenshtein'
import { AppError } from '../../../kernel/scope.ts'

type Page = { kind: MenuKind; metadata: Readonly<Record<string, unknown>> }

/** Templates that start like this are pages of the product; others are the installation's own. */
const isProductPage = (component: string) => /^(sys|open)/.test(component)
const offered = 3

/**
 * Asserts that the product has the page a menu opens. Takes the product's pages, and the menu.
 * @throws `noSuchPage`, which names the nearest pages
 */
export const assertPageExists = (pages: readonly string[], { kind, metadata }: Page): void => {
  const component = String(metadata.component ?? '')
  if (kind !== 'menu' || !isProductPage(component) || pages.includes(component)) return
  const nearest = [...pages].sort((one, other) => distance(one, component) - distance(other, component))
  const msg = t('模板 {component} 不存在，相近的有 {nearest}', {
    component,
    nearest: listText(nearest.slice(0, offered)),
  })
  throw new AppError({ ...menusErrors.noSuchPage, msg }, { errors: [{ field: 'metadata.component', msg }] })
}
