export const layoutsKey = ['certificate-layouts'] as const;
