import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { useIsPhone, useMedia } from '../../../ui/use-media.ts'
import { MovableTree } from './movable-tree.tsx'
import { OrganizationPanel } from './organization-panel.tsx'
import './organizations.css'

const OrganizationChart = lazy(async () => ({
  default: (await import('./chart/organization-chart.tsx')).OrganizationChart,
}))

type View = 'tree' | 'chart'

type PanelSheetProps = { id: string; onSelect: (id: string | undefined) => void; onClosed: () => void }

/** The chosen organisation over the tree, on a phone. */
const PanelSheet = ({ id, onSelect, onClosed }: PanelSheetProps) => {
  const [isOpen, setOpen] = useState(true)
  return (
    <Drawer title={t('组织详情')} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <OrganizationPanel id={id} onSelect={onSelect} />
    </Drawer>
  )
}

/** The selected organisation: one that the address names replaces the choice made by hand. */
const useSelected = (asked: string | undefined) => {
  const [choice, setChoice] = useState({ id: asked, because: asked })
  if (choice.because !== asked) setChoice({ id: asked, because: asked })
  return [choice.id, (id: string | undefined) => setChoice({ ...choice, id })] as const
}

/** The company's organisations, as a tree at the left or as a chart, and the selected one. */
export const OrganizationsPage = () => {
  const wide = useMedia('(min-width: 992px)')
  const isPhone = useIsPhone()
  const [params, go] = usePageSearch()
  const asked = params.get(askedParams.row) ?? undefined
  const [chosen, choose] = useSelected(asked)
  const view: View = params.get('view') === 'chart' ? 'chart' : 'tree'
  // Same read as the tree. The first organisation is selected initially.
  const { data } = useRead(organizationsContract.list, { query: {} })
  const selected = chosen ?? data?.data[0]?.id
  const views = (
    <Segments<View>
      label={t('显示方式')}
      options={[
        { value: 'tree', label: t('列表', { context: 'view' }) },
        { value: 'chart', label: t('组织图', { context: 'view' }) },
      ]}
      value={view}
      onChange={(next) => go({ [askedParams.row]: asked, view: next === 'chart' ? next : undefined })}
    />
  )
  const panel = selected !== undefined && <OrganizationPanel id={selected} onSelect={choose} />
  if (view === 'chart')
    return (
      <div className="organizations organizations-drawn">
        <Suspense fallback={<Skeleton lines={8} />}>
          <OrganizationChart selected={chosen} onSelect={choose}>
            {views}
          </OrganizationChart>
        </Suspense>
        {chosen !== undefined && panel}
      </div>
    )
  const tree = (
    <MovableTree selected={isPhone ? chosen : selected} onSelect={choose}>
      {views}
    </MovableTree>
  )
  if (isPhone)
    return (
      <div className="organizations">
        {tree}
        {chosen !== undefined && <PanelSheet id={chosen} onSelect={choose} onClosed={() => choose(undefined)} />}
      </div>
    )
  return (
    <div className="organizations">
      {wide || selected === undefined ? (
        tree
      ) : (
        <details className="organization-fold">
          <summary>{t('组织架构')}</summary>
          {tree}
        </details>
      )}
      {panel}
    </div>
  )
}
