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
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import '../open-apis/public/open.css'
import './signing-keys.css'

const { signingKeys, rotateKey } = signingKeysContract
const stateNames = { next: '即将启用', signing: '使用中', retired: '仅供核验' } as const
const stateTones = { next: 'plain', signing: 'good', retired: 'plain' } as const

const KeyLine = ({ signing: { id, state, signTime, endTime } }: { signing: SigningKey }) => (
  <li className="signing-key">
    <Tag tone={stateTones[state]}>{stateNames[state]}</Tag> <code>{id}</code>
    <p className="open-quiet">
      <Time at={signTime} /> {state === 'next' ? '起签发' : '开始签发'}
      {endTime !== null && (
        <>
          ，<Time at={endTime} /> 移除
        </>
      )}
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
      title: '轮换签名密钥？',
      body: '新密钥立即公布，1 小时后启用，以便各应用先行获取；原密钥继续公布 30 天，用户无需重新登录。',
      confirm: '轮换',
      run: () => rotating.mutateAsync({}),
    })
  return (
    <Drawer title="OIDC 签名密钥" width={600} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <p className="open-quiet">
        ID 令牌以此签名，各应用按公布的公钥核验。每年自动轮换；怀疑泄露或有合规要求时可立即轮换，无需重启。
      </p>
      <ReadState read={read}>
        {(keys) =>
          keys.length === 0 ? (
            <p>首次有应用使用 OIDC 单点登录时自动生成密钥。</p>
          ) : (
            <>
              <ul className="signing-keys" aria-label="签名密钥">
                {keys.map((key) => (
                  <KeyLine key={key.id} signing={key} />
                ))}
              </ul>
              <Can endpoint={rotateKey}>
                <Button disabled={keys[0]?.state === 'next'} onClick={rotate}>
                  轮换密钥
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
        签名密钥
      </Button>
      {overlay}
    </Can>
  )
}
