import type { RequestableApp } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { AppLogo } from '../open-apps/public/app-logo.tsx'
import { AppRequestForm } from './app-request-form.tsx'
import '../../../shared/cards/cards.css'
import './app-requests.css'

const lastAnswers = { rejected: t('上次申请未通过'), revoked: t('使用权已收回') } as const

/** Why the application is not there, as far as it was asked for. */
const lastAnswer = ({ request }: RequestableApp): string | undefined => {
  if (!request || request.state === 'open') return undefined
  return labelledText(lastAnswers[request.state], request.decideReason)
}

/** Applications that the user may ask for. */
export const RequestableApps = () => {
  const read = useRead(appRequestsContract.requestable, {}, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  return (
    <>
      <ReadState read={read}>
        {(apps) =>
          apps.length === 0 ? (
            <Empty title={t('暂无可申请的应用')} hint={t('管理员将应用设为“可申请”后，可在此申请使用。')} />
          ) : (
            <ul className="cards">
              {apps.map((app) => (
                <li key={app.id} className="card app-requestable">
                  <AppLogo name={app.name} logo={app.logo} />
                  <span className="app-requestable-text">
                    <strong>{app.name}</strong>
                    <span className="card-quiet">{lastAnswer(app) ?? (app.desc || app.category || app.company)}</span>
                  </span>
                  {app.request?.state === 'open' ? (
                    <Tag tone="accent">{t('待处理')}</Tag>
                  ) : (
                    <Button
                      aria-label={t('申请使用“{name}”', { name: app.name })}
                      onClick={() => open((onClosed) => <AppRequestForm app={app} onClosed={onClosed} />)}
                    >
                      {t('申请使用')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </ReadState>
      {overlay}
    </>
  )
}
