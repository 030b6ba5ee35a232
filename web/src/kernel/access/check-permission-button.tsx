import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { explanations, type QuestionProps } from './decision-trace.tsx'
import { useCan } from './use-can.ts'

type CheckPermissionButtonProps = Pick<QuestionProps, 'person' | 'subject'> & { children: ReactNode }

/** Opens the check whether a user may make a call, if the signed-in user may use it. */
export const CheckPermissionButton = ({ children, ...about }: CheckPermissionButtonProps) => {
  const { endpoint, Question } = explanations()
  const [drawer, open] = useOverlay()
  if (!useCan(endpoint)) return null
  return (
    <>
      <Button onClick={() => open((onClosed) => <Question {...about} onClosed={onClosed} />)}>{children}</Button>
      {drawer}
    </>
  )
}
