import { type ReactNode, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { useCan } from '../access/use-can.ts'
import { explanations, type QuestionProps } from './decision-of.tsx'

type AskButtonProps = Pick<QuestionProps, 'person' | 'subject'> & { children: ReactNode }

/** Opens the question whether somebody may make a call now, for those who may know. */
export const AskButton = ({ children, ...about }: AskButtonProps) => {
  const { may, Question } = explanations()
  const [drawer, open] = useOpened()
  if (!useCan(may)) return null
  return (
    <>
      <Button
        onClick={() =>
          open((onClosed) => (
            <Suspense>
              <Question {...about} onClosed={onClosed} />
            </Suspense>
          ))
        }
      >
        {children}
      </Button>
      {drawer}
    </>
  )
}
