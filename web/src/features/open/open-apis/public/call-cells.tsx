import { numberText } from '../../../../ui/number-text.ts'
import { failureText } from './open-words.ts'
import './open.css'

/** Share of failed and refused calls; nothing without calls. */
export const FailureShare = ({ calls, errors }: { calls: number; errors: number }) => (
  <span className={errors > 0 ? 'open-failures' : 'open-quiet'}>{failureText(calls, errors)}</span>
)
export const CallCount = ({ calls }: { calls: number }) => (
  <span className={calls === 0 ? 'open-quiet' : ''}>{numberText(calls)}</span>
)
