import './explanations.ts'
import { explainContract, pageAddress } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { forbidden } from '@atrium/contract/kernel/console-errors.ts'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { ExplainDrawer } from '../features/governance/explain/explain-drawer.tsx'
import { CallError } from '../kernel/api/call-error.ts'
import { useRead } from '../kernel/api/use-read.ts'
import { cspNonce } from '../shared/entry/csp-nonce.ts'
import { usePreferences } from '../shared/entry/preferences.ts'
import { KitProvider } from '../ui/kit-provider.tsx'
import { AttachBreadcrumbs } from './attach-breadcrumbs.ts'
import { basename } from './paths.ts'

/** Explains a 404: there is no such page, or the user lacks the permission and can request it. */
export const WhyNotOpened = ({ address }: { address: string }) => {
  const { dark } = usePreferences()
  const path = address.split('?', 1)[0] ?? ''
  const isPage = pageAddress.safeParse(path).success
  const { data, error } = useRead(explainContract.page, { query: { path } }, { enabled: isPage, toasts: false })
  if (error instanceof CallError)
    return error.code === forbidden.code && error.traceId ? (
      <KitProvider dark={dark} accent={null} nonce={cspNonce}>
        <ExplainDrawer traceId={error.traceId} address={basename + path} onClosed={() => undefined}>
          <Suspense>
            <AttachBreadcrumbs traceId={error.traceId} />
          </Suspense>
        </ExplainDrawer>
      </KitProvider>
    ) : (
      <p role="alert">{error.msg}</p>
    )
  if (data?.state === 'open')
    return (
      <p role="status">
        该页面现已可以打开，<Link to={address}>立即打开</Link>
      </p>
    )
  return (!isPage || data) && <p role="status">页面不存在，请检查地址。</p>
}
