/** 加入學員. */
export const RegisterPage = () => <h1>加入學員</h1>;
