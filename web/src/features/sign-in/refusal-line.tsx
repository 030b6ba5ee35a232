import type { RefusalState } from './use-refusal.ts'

/** Why the attempt was refused: spoken once, while the seconds that are left run only for the eye. */
export const RefusalLine = ({ refusal: { said, shown, waiting } }: { refusal: RefusalState }) =>
  waiting ? (
    <>
      <p className="entrance-refusal" aria-hidden="true">
        {shown}
      </p>
      <p className="visually-hidden" role="alert">
        {said}
      </p>
    </>
  ) : (
    <p className="entrance-refusal" role="alert">
      {said}
    </p>
  )
