/** 學員登入. */
export const LoginPage = () => <h1>學員登入</h1>;
