import { t } from '../../ui/texts.ts'
import './page-stage.css'
import { Activity, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from '../../kernel/api/query-client.ts'
import { PageContext } from '../../kernel/page/page-context.ts'
import { PageBoundary } from '../../shared/entry/page-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazyView } from '../lazy-view.ts'
import { type KeptPage, retainPages, showPage, useKeptPages } from './kept-pages.ts'

const MissingView = ({ component }: { component: string }): never => {
  throw new Error(component ? t('没有名为 {component} 的页面组件', { component }) : t('菜单未填写页面组件'))
}

const PageFrame = ({ kept: { entry, search }, active }: { kept: KeptPage; active: boolean }) => {
  const { path, title, component } = entry
  const page = useMemo(() => ({ path, title, search, active }), [path, title, search, active])
  const box = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  // Some browsers lose the scroll position of hidden elements.
  useLayoutEffect(() => {
    if (active && box.current) box.current.scrollTop = scrolled.current
  }, [active])
  // Stable while the page lives: another component would lose the state.
  const [View] = useState(() => lazyView(component))
  const retry = () => {
    // The cached data may be the reason for the failure.
    queryClient.removeQueries({ type: 'inactive' })
    retainPages((kept) => kept !== path)
    showPage(entry, search)
  }
  return (
    <div
      ref={box}
      className="page-frame"
      data-page={path}
      onScroll={({ currentTarget }) => {
        if (currentTarget.offsetParent) scrolled.current = currentTarget.scrollTop
      }}
    >
      <PageContext value={page}>
        <h1 className="visually-hidden">{title}</h1>
        <PageBoundary title={title} path={path} onRetry={retry}>
          <Suspense fallback={<Skeleton lines={6} />}>
            {View ? <View /> : <MissingView component={component} />}
          </Suspense>
        </PageBoundary>
      </PageContext>
    </div>
  )
}

/** The kept pages, one of them visible. Hidden ones keep their state with effects undone. */
export const PageStage = ({ activePath }: { activePath: string }) =>
  useKeptPages(({ pages }) => pages).map((kept) => {
    const active = kept.entry.path === activePath
    return (
      <Activity key={`${kept.entry.path} ${kept.instance}`} mode={active ? 'visible' : 'hidden'}>
        <PageFrame kept={kept} active={active} />
      </Activity>
    )
  })
