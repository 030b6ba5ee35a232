import { type ApiModeImpact, type ApiRow, apisContract } from '@atrium/contract/features/registry/registry.contract.ts'
import { ImpactDialog } from '../../ui/impact-dialog.tsx'
import { Codes, People } from './concerned.tsx'
import { addressOf } from './registry-words.ts'
import { useShownWrite } from './use-shown-write.ts'

const Begins = ({ elems }: Pick<ApiModeImpact, 'elems'>) => (
  <>
    <Codes label="现在打开这个接口的元素：" codes={elems} />
    <p>之后修改绑定时，持有以上任意一个元素的人仍可调用，每次都会记录；其他人照常拒绝。</p>
  </>
)
const Ends = ({ refused }: Pick<ApiModeImpact, 'refused'>) =>
  refused.people === 0 ? (
    <p>没有人只靠观察模式才能调用，强制执行后不会有人被拒绝。</p>
  ) : (
    <>
      <p>
        <strong>{refused.people}</strong> 人（{refused.companies} 家公司）只靠观察模式才能调用，强制执行后会立即被拒绝。
      </p>
      <People {...refused} />
    </>
  )

type ModeQuestionProps = {
  row: ApiRow
  mode: ApiRow['mode']
  onEnded: (made: boolean) => void
}

/** Shows whom it concerns that an API is observed or no longer is, and makes it so when told to. */
export const ModeQuestion = ({ row, mode, onEnded }: ModeQuestionProps) => {
  const request = { params: { id: row.id }, body: { mode, version: row.version } }
  const { impact, busy, answer } = useShownWrite(apisContract.changeMode, request, onEnded)
  if (impact === undefined) return null
  const begins = mode === 'observe'
  return (
    <ImpactDialog
      title={begins ? `开始观察“${addressOf(row)}”？` : `强制执行“${addressOf(row)}”？`}
      confirm={begins ? '开始观察' : '强制执行'}
      danger={!begins && impact.refused.people > 0}
      busy={busy}
      onAnswer={answer}
    >
      {begins ? <Begins {...impact} /> : <Ends {...impact} />}
    </ImpactDialog>
  )
}
