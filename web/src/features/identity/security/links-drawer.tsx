import { identityLinksContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { leaveToReturn } from '../../../kernel/page/leave-to.ts'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { affectedReads } from './affected-reads.ts'
import { DrawerList } from './drawer-list.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'

const { list, start, remove } = identityLinksContract
const empty = { title: t('暂无可关联的外部账号'), hint: t('管理员添加身份源后，您可在此关联外部账号，之后用其登录。') }

/** Outside identities that sign the person in, and those that they can link. */
export const LinksDrawer = ({ onClosed }: DrawerProps) => {
  const read = useRead(list, {})
  const unlink = useWrite(remove, { invalidates: [list, ...affectedReads] })
  const [leaving, whileLeaving] = useBusy(() => undefined)
  const exit = useDrawerExit({ busy: unlink.isPending || leaving, isDirty: false })
  const link = (id: string) => whileLeaving(async () => leaveToReturn((await call(start, { params: { id } })).url))
  return (
    <StepDrawer
      title={t('外部账号')}
      exit={exit}
      onClosed={onClosed}
      foot={<Button onClick={exit.tryClose}>{t('关闭')}</Button>}
    >
      <DrawerList label={t('外部账号')} read={read} empty={empty}>
        {({ id, provider, link: held }) => (
          <li key={id} className="security-row">
            <div className="security-row-words">
              <h3>{provider}</h3>
              <p>{held ? held.name : t('未关联')}</p>
              {held && <p>{rich('关联于 {createTime}', { createTime: <Time at={held.createTime} /> })}</p>}
              {held?.lastTime && <p>{rich('最近登录 {lastTime}', { lastTime: <Time at={held.lastTime} /> })}</p>}
            </div>
            <div className="security-row-actions">
              {held ? (
                <Button
                  look="link"
                  danger
                  aria-label={t('解除{provider}', { provider })}
                  onClick={() => unlink.mutate({ params: { linkId: held.id } })}
                >
                  {t('解除')}
                </Button>
              ) : (
                <Button
                  look="link"
                  disabled={leaving}
                  aria-label={t('关联{provider}', { provider })}
                  onClick={() => void link(id)}
                >
                  {t('关联')}
                </Button>
              )}
            </div>
          </li>
        )}
      </DrawerList>
    </StepDrawer>
  )
}
