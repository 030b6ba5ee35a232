import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { ObjectCard } from '../../../../ui/object-page/object-page.tsx'
import { t } from '../../../../ui/texts.ts'
import { ApisTab } from '../apis-tab.tsx'
import { SecretsTab } from '../secrets-tab.tsx'
import { StatTab } from '../stat-tab.tsx'
import type { AppParts } from './app-tabs.ts'
import './app-overview.css'

type AppOverviewProps = {
  app: OpenAppRow
  /** Of the caller's own company. */
  isOwn: boolean
  parts: Pick<AppParts, 'hooks' | 'refusal'>
}

/** Does it work, which secret lives, what may it call, do its webhooks arrive, and why not. */
export const AppOverview = ({ app, isOwn, parts: { hooks: Hooks, refusal: Refusal } }: AppOverviewProps) => {
  const canSeeCalls = useCan(openAppsContract.calls)
  const canSeeHooks = useCan(webhooksContract.hooks)
  return (
    <div className="app-overview">
      <div>
        <ObjectCard title={t('调用')}>
          <div>
            <StatTab app={app} isBrief />
          </div>
        </ObjectCard>
        <ObjectCard title={t('已授权接口')}>
          <div>
            <ApisTab app={app} />
          </div>
        </ObjectCard>
        {canSeeCalls && (
          <ObjectCard title={t('最近一次被拒绝')}>
            <Refusal app={app} />
          </ObjectCard>
        )}
      </div>
      {isOwn && (
        <div>
          <ObjectCard title={t('密钥')}>
            <div>
              <SecretsTab app={app} />
            </div>
          </ObjectCard>
          {canSeeHooks && (
            <ObjectCard title="Webhook">
              <div>
                <Hooks app={app} />
              </div>
            </ObjectCard>
          )}
        </div>
      )}
    </div>
  )
}
