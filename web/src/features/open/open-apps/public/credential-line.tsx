import type { OpenAppSecret } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Can } from '../../../../kernel/access/can.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { Time } from '../../../../ui/time.tsx'
import { leftText, secretNames, secretTones } from './secret-words.ts'
import '../../open-apis/public/open.css'
import './open-apps.css'

type Credential = Omit<OpenAppSecret, 'endTime' | 'callsToday'> & { endTime?: string | null }
type CredentialLineProps = {
  what: '密钥' | '令牌'
  credential: Credential
  /** What else there is to say of it. */
  note?: string
  revoke: Endpoint
  onRevoke: () => void
}
const endNames = { live: '到期', rotating: '到期', revoked: '停用', expired: '已到期' } as const

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
          {lastTime ? (
            <>
              最近使用 <Time at={lastTime} />
            </>
          ) : (
            '未使用过'
          )}
        </span>
        {isLive(credential) && (
          <Can endpoint={revoke}>
            <Button look="link" danger aria-label={`停用${what} ${hint}`} onClick={onRevoke}>
              停用
            </Button>
          </Can>
        )}
      </div>
      <p className="open-quiet">
        <Time at={createTime} /> {`由${createBy.name}创建`}
        {end && (
          <>
            {' · '}
            <Time at={end} /> {endTime ? '停用' : endNames[state]}
            {isLive(credential) && <strong className="app-secret-left">{leftText(end)}</strong>}
          </>
        )}
        {note && ` · ${note}`}
      </p>
    </li>
  )
}
