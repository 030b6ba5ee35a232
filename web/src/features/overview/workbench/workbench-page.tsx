import { arrangeCards } from '@atrium/contract/features/communication/preferences/cards.ts'
import type { Preferences } from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Board } from './board.tsx'
import { type WorkbenchPage as Page, PagePaths } from './links.ts'
import { Pins } from './pins.tsx'
import './workbench.css'
import './charts.css'
import './narrow.css'
import { WorkbenchHead } from './workbench-head.tsx'
import { workbenchQuery } from './workbench-query.ts'

const EditLayout = lazy(async () => ({ default: (await import('./edit-layout.tsx')).EditLayout }))

type OwnSettings = Pick<Preferences, 'cards' | 'pinned' | 'visits'>
type WorkbenchPageProps = {
  pages: readonly Page[]
  toPath: (component: string) => string | undefined
  settings: OwnSettings
  onSettings: (change: Partial<OwnSettings>) => void
  /** Hints that need an answer. */
  notice: ReactNode
}

/** The workbench: what waits for the user, what is wrong, and how things develop. */
export const WorkbenchPage = ({ pages, toPath, settings, onSettings, notice }: WorkbenchPageProps) => {
  const [editing, edit] = useState(false)
  const read = useQuery(workbenchQuery)
  return (
    <PagePaths value={toPath}>
      <div className="workbench">
        <WorkbenchHead editing={editing} onEdit={edit} />
        <Pins
          pages={pages}
          pinned={settings.pinned}
          visits={settings.visits}
          onPin={(pinned) => onSettings({ pinned })}
        />
        {notice}
        <ReadState read={read}>
          {(workbench) => {
            const layout = settings.cards ?? workbench.layout
            const { all, hidden } = arrangeCards(layout)
            const granted = all.filter((key) => workbench[key])
            const shown = granted.filter((key) => !hidden.has(key))
            return (
              <>
                {editing && (
                  <Suspense>
                    <EditLayout
                      cards={granted}
                      layout={layout}
                      isOwn={settings.cards !== null}
                      onChange={(cards) => onSettings({ cards })}
                    />
                  </Suspense>
                )}
                {shown.length > 0 ? (
                  <Board cards={shown} workbench={workbench} />
                ) : (
                  <Empty title="卡片都隐藏了" hint="在“编辑布局”中可以重新显示" />
                )}
              </>
            )
          }}
        </ReadState>
      </div>
    </PagePaths>
  )
}
