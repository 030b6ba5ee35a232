import { t } from '../ui/texts.ts'
import '../ui/plain-button.css'
import './refused-view.css'
import { Lock } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { ExplainDrawer } from '../features/governance/explain/explain-drawer.tsx'
import { usePage } from '../kernel/page/page-context.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { useOverlay } from '../ui/use-overlay.tsx'
import { AttachBreadcrumbs } from './attach-breadcrumbs.ts'
import { basename, paths } from './paths.ts'
import { refusalOf } from './refusals.ts'

/** In place of a page that the user may not open: why, and how to ask for it. */
export const RefusedView = () => {
  const { path } = usePage()
  const [drawer, open] = useOverlay()
  const refusal = refusalOf(path)
  const explain = (traceId: string) =>
    open((onClosed) => (
      <ExplainDrawer traceId={traceId} address={basename + path} onClosed={onClosed}>
        <Suspense>
          <AttachBreadcrumbs traceId={traceId} />
        </Suspense>
      </ExplainDrawer>
    ))
  return (
    <section className="refused-page">
      <Lock size={24} strokeWidth={1.75} aria-hidden="true" />
      <h2>{t('无法打开该页面')}</h2>
      <p>
        {refusal === undefined
          ? t('公司当前的套餐不包含该页面，需由平台调整或更换套餐。')
          : t('您没有该页面的访问权限，可查看原因并申请。')}
      </p>
      <code>{basename + path}</code>
      <div className="refused-page-acts">
        {refusal !== undefined && (
          <PlainButton kind="primary" onClick={() => explain(refusal)}>
            {t('查看原因')}
          </PlainButton>
        )}
        <Link className="plain-button" to={paths.dashboard}>
          {t('返回工作台')}
        </Link>
      </div>
      {drawer}
    </section>
  )
}
