import type { OpenAppSecret } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Can } from '../../../../kernel/access/can.tsx'
import { Button } from '../../../../ui/button.tsx'
import { rich } from '../../../../ui/rich.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { Time } from '../../../../ui/time.tsx'
import { leftText, secretNames, secretTones } from './secret-words.ts'
import '../../open-apis/public/open.css'
import './open-apps.css'

type Credential = Omit<OpenAppSecret, 'endTime' | 'callsToday'> & { endTime?: string | null }
type CredentialLineProps = {
  /** A secret, or a token. */
  what: string
  credential: Credential
  /** What else there is to say of it. */
  note?: string
  revoke: Endpoint
  onRevoke: () => void
}
/** When a credential ends, or has ended. */
const endText = (state: Credential['state'], isEnded: boolean, end: string) => {
  const values = { end: <Time at={end} /> }
  if (isEnded || state === 'revoked') return rich('{end} 停用', values)
  return state === 'expired' ? rich('{end} 已到期', values) : rich('{end} 到期', values)
}

export const isLive = ({ state }: Pick<Credential, 'state'>): boolean => state === 'live' || state === 'rotating'

/** A secret or a token of an application: who created it, when it was used, and when it ends. */
export const CredentialLine = ({ what, credential, note = '', revoke, onRevoke }: CredentialLineProps) => {
  const { hint, state, createTime, createBy, expireTime, endTime, lastTime } = credential
  const end = endTime ?? expireTime
  return (
    <li className="app-secret">
      <div className="app-secret-head">
        <code>…{hint}</code>
        <Tag tone={secretTones[state]}>{secretNames[state]}</Tag>
        <span className="app-secret-use">
          {lastTime ? rich('最近使用 {lastTime}', { lastTime: <Time at={lastTime} /> }) : t('未使用过')}
        </span>
        {isLive(credential) && (
          <Can endpoint={revoke}>
            <Button look="link" danger aria-label={t('停用{what} {hint}', { what, hint })} onClick={onRevoke}>
              {t('停用', { context: 'verb' })}
            </Button>
          </Can>
        )}
      </div>
      <p className="open-quiet">
        {rich('{createTime} 由{name}创建', { createTime: <Time at={createTime} />, name: createBy.name })}
        {end && (
          <>
            {' · '}
            {endText(state, Boolean(endTime), end)}
            {isLive(credential) && <strong className="app-secret-left">{leftText(end)}</strong>}
          </>
        )}
        {note && ` · ${note}`}
      </p>
    </li>
  )
}
