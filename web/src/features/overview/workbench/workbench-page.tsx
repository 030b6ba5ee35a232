import { arrangeCards, type CardKey } from '@atrium/contract/features/communication/preferences/cards.ts'
import type { Preferences } from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { useMoreCards } from '../../communication/preferences/public/more-cards.ts'
import { toggleHidden, toLayout } from '../../communication/preferences/public/move-card.ts'
import { Board } from './board.tsx'
import { Pins } from './pins.tsx'
import { type WorkbenchPage as Page, PagePaths } from './public/page-link.ts'
import './workbench.css'
import './charts.css'
import './narrow.css'
import { WorkbenchHead } from './workbench-head.tsx'
import { workbenchQuery } from './workbench-query.ts'

const ArrangedBoard = lazy(async () => ({ default: (await import('./arranged-board.tsx')).ArrangedBoard }))

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
  const more = useMoreCards()
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
            const { all, hidden } = arrangeCards(layout, more)
            const granted = all.filter((key) => more.includes(key) || Object.hasOwn(workbench, key))
            const shown = granted.filter((key) => !hidden.has(key))
            const hide = (key: CardKey) => onSettings({ cards: toLayout(all, all, toggleHidden(hidden, key)) })
            const board = <Board cards={shown} workbench={workbench} onHide={hide} />
            if (editing)
              return (
                <Suspense fallback={board}>
                  <ArrangedBoard
                    cards={granted}
                    layout={layout}
                    isOwn={settings.cards !== null}
                    workbench={workbench}
                    onChange={(cards) => onSettings({ cards })}
                  />
                </Suspense>
              )
            return shown.length > 0 ? board : <Empty title={t('卡片都隐藏了')} hint={t('在“编辑布局”中可以重新显示')} />
          }}
        </ReadState>
      </div>
    </PagePaths>
  )
}
