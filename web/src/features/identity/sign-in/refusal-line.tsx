import type { RefusalState } from './use-refusal.ts'

/** Why the attempt was refused. Announced once; the countdown is visible only. */
export const RefusalLine = ({ refusal: { message, messageWithSeconds, waiting } }: { refusal: RefusalState }) =>
  waiting ? (
    <>
      <p className="entrance-refusal" aria-hidden="true">
        {messageWithSeconds}
      </p>
      <p className="visually-hidden" role="alert">
        {message}
      </p>
    </>
  ) : (
    <p className="entrance-refusal" role="alert">
      {message}
    </p>
  )
