import { type SigningKey, signingKeysContract } from '@atrium/contract/features/open/oidc/signing-keys.contract.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import '../open-apis/public/open.css'
import './signing-keys.css'

const { signingKeys, rotateKey } = signingKeysContract
const stateNames = { next: t('即将启用'), signing: t('使用中'), retired: t('仅供核验') } as const
const stateTones = { next: 'plain', signing: 'good', retired: 'plain' } as const

const KeyLine = ({ signing: { id, state, signTime, endTime } }: { signing: SigningKey }) => (
  <li className="signing-key">
    <Tag tone={stateTones[state]}>{stateNames[state]}</Tag> <code>{id}</code>
    <p className="open-quiet">
      {state === 'next'
        ? rich('{signTime} 起签发', { signTime: <Time at={signTime} /> })
        : rich('{signTime} 开始签发', { signTime: <Time at={signTime} /> })}
      {endTime !== null && <>{rich('，{endTime} 移除', { endTime: <Time at={endTime} /> })}</>}
    </p>
  </li>
)

const SigningKeysDrawer = ({ onClosed }: { onClosed: () => void }) => {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(signingKeys, {}, { staleTime: 0 })
  const [ask, dialog] = useConfirm()
  const rotating = useWrite(rotateKey, { invalidates: [signingKeys] })
  const rotate = () =>
    ask({
      title: t('轮换签名密钥？'),
      body: t('新密钥立即公布，1 小时后启用，以便各应用先行获取；原密钥继续公布 30 天，用户无需重新登录。'),
      confirm: t('轮换'),
      run: () => rotating.mutateAsync({}),
    })
  return (
    <Drawer title={t('OIDC 签名密钥')} width={600} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <p className="open-quiet">
        {t('ID 令牌以此签名，各应用按公布的公钥核验。每年自动轮换；怀疑泄露或有合规要求时可立即轮换，无需重启。')}
      </p>
      <ReadState read={read}>
        {(keys) =>
          keys.length === 0 ? (
            <p>{t('首次有应用使用 OIDC 单点登录时自动生成密钥。')}</p>
          ) : (
            <>
              <ul className="signing-keys" aria-label={t('签名密钥')}>
                {keys.map((key) => (
                  <KeyLine key={key.id} signing={key} />
                ))}
              </ul>
              <Can endpoint={rotateKey}>
                <Button disabled={keys[0]?.state === 'next'} onClick={rotate}>
                  {t('轮换密钥', { context: 'signing' })}
                </Button>
              </Can>
            </>
          )
        }
      </ReadState>
      {dialog}
    </Drawer>
  )
}

/** Shows the keys that sign id tokens, and rotates them. */
export const SigningKeysButton = () => {
  const [overlay, open] = useOverlay()
  return (
    <Can endpoint={signingKeys}>
      <Button
        icon={<KeyRound aria-hidden size={16} />}
        onClick={() => open((onClosed) => <SigningKeysDrawer onClosed={onClosed} />)}
      >
        {t('签名密钥')}
      </Button>
      {overlay}
    </Can>
  )
}
