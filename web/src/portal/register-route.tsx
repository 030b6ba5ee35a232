import { RegisterPage } from '../features/identity/registrations/register-page.tsx'
import { paths } from './paths.ts'

/** Registration, with a link to sign-in. */
export const RegisterRoute = () => <RegisterPage signIn={paths.signIn()} />
