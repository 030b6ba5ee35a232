import type { MembershipImpact } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useOpened } from '../../ui/use-opened.tsx'

const losses = ({ roles, organizations, sessions, current }: MembershipImpact): string[] => [
  ...(roles.length > 0 ? [`不再拥有角色：${roles.join('、')}`] : []),
  ...(organizations.length > 0 ? [`不再属于组织：${organizations.join('、')}`] : []),
  ...(current ? ['您现在就在这家企业中，退出后需要重新登录'] : []),
  ...(!current && sessions > 0 ? [`在这家企业的 ${sessions} 处登录会立即退出，没有保存的内容会丢失`] : []),
  '不能再进入这家企业，需要对方重新邀请才能回来',
]

/** Shows what somebody loses who leaves a company, and waits for the answer. Out: what to render, and `confirms` for the write. */
export const useLeaveImpact = () => {
  const [card, open] = useOpened()
  const confirms = (impact: MembershipImpact) =>
    new Promise<boolean>((answered) =>
      open((onClosed) => {
        const answer = (agreed: boolean) => {
          onClosed()
          answered(agreed)
        }
        return (
          <Dialog
            title={`退出“${impact.company}”？`}
            onClose={() => answer(false)}
            footer={
              <>
                <Button onClick={() => answer(false)}>取消</Button>
                <Button look="primary" danger onClick={() => answer(true)}>
                  退出企业
                </Button>
              </>
            }
          >
            <ul className="own-companies-losses">
              {losses(impact).map((loss) => (
                <li key={loss}>{loss}</li>
              ))}
            </ul>
          </Dialog>
        )
      }),
    )
  return [card, confirms] as const
}
