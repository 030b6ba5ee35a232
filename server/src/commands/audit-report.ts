import { chainFaultWords } from '@atrium/contract/features/audit/operation-logs/chain-fault-words.ts'
import { describeRows } from '../features/audit/operation-logs/describe-rows.ts'
import type { RewrittenChain } from '../features/audit/operation-logs/verify-checkpoints.ts'
import type { BrokenSegment } from '../features/audit/operation-logs/verify-segments.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import type { CommandInput } from './command.ts'

/** What is wrong with rows, for the operator. */
export const describeRowFault = (fault: keyof typeof chainFaultWords): string => {
  const words = tell(chainFaultWords[fault])
  return fault === 'unsigned' ? tell('{fault}（SECRET_KEY 换过时也会如此）', { fault: words }) : words
}

/** Prints findings; the first of a fault makes the exit code 1. */
export const createAuditReport = (print: CommandInput['print']) => {
  let hasFaults = false
  const reportFault = (text: string) => {
    hasFaults = true
    print(text)
  }
  return {
    print,
    reportFault,
    reportRewritten: ({ company, seq, last, fault }: RewrittenChain) =>
      reportFault(
        tell('公司 {company} 的审计链{rows}：{fault}', {
          company,
          rows: describeRows(seq, last),
          fault: describeRowFault(fault),
        }),
      ),
    reportSegment: ({ company, first, last, problem }: BrokenSegment) =>
      reportFault(
        tell('公司 {company} 的归档分段（{rows}）：{problem}', { company, rows: describeRows(first, last), problem }),
      ),
    exitCode: () => Number(hasFaults),
  }
}
export type AuditReport = ReturnType<typeof createAuditReport>
