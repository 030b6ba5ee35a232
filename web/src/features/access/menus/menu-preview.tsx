import type { MenuKind } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { ownPath } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import type { MenuRow } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { useId } from 'react'
import { useFieldValue } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { t } from '../../../ui/texts.ts'
import { metadataIn } from './menu-values.ts'
import { kindLabels } from './menu-words.ts'

const useText = (field: string) => String(useFieldValue(field) ?? '').trim()

const pathAbove = (rows: readonly MenuRow[], parent: string): string[] => {
  const row = rows.find(({ id }) => id === parent)
  return row ? [...pathAbove(rows, row.parent ?? ''), ownPath(metadataIn(row).path)] : []
}

/** Previews the sidebar entry and its address while the form is edited. */
export const MenuPreview = ({ rows }: { rows: readonly MenuRow[] }) => {
  const kind = (useFieldValue('kind') ?? 'menu') as MenuKind
  const [hidden, active] = [useFieldValue('hidden'), useFieldValue('active')]
  const isHidden = hidden === true || active === false
  const [name, icon, badge] = [useText('name'), useText('icon'), useText('badge')]
  const [path, query, component, external] = [
    useText('path'),
    useText('query'),
    useText('component'),
    useText('external'),
  ]
  const above = pathAbove(rows, useText('parent'))
  const address = `/web/${[...above, ownPath(path)].filter(Boolean).join('/')}${query && `?${query}`}`
  const heading = useId()
  const target = { dir: t('展开下级菜单'), menu: component, link: external, iframe: external }[kind]
  return (
    <section className="menu-preview" aria-labelledby={heading}>
      <h3 id={heading}>{t('预览')}</h3>
      <p className={isHidden ? 'menu-preview-entry menu-preview-hidden' : 'menu-preview-entry'}>
        <Icon name={icon} />
        <span className="menu-preview-name">{name || t('菜单名称')}</span>
        {badge && <span className="menu-preview-badge">{badge}</span>}
      </p>
      <dl>
        <dt>{t('侧边栏')}</dt>
        <dd>{isHidden ? t('不显示') : t('显示', { context: 'state' })}</dd>
        {kind !== 'link' && (
          <>
            <dt>{t('地址')}</dt>
            <dd>
              <code>{address}</code>
            </dd>
          </>
        )}
        <dt>{kindLabels[kind]}</dt>
        <dd>{target ? <code>{target}</code> : t('未填写')}</dd>
      </dl>
    </section>
  )
}
