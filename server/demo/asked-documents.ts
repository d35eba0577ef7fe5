interface Asked {
  readonly name: string;
  readonly hint: string;
  readonly required: boolean;
}

const employment: Asked = {
  name: '在職證明',
  hint: '所屬救生隊或服務單位於三個月內開立。',
  required: false,
};

const former = (certificate: string, required: boolean): Asked => ({
  name: '既有證照影本',
  hint: `有效期限內的${certificate}，正反兩面。`,
  required,
});

/** Documents by the code of the course. Courses that take people with a certificate ask for it. */
export const askedDocuments: Readonly<Record<string, readonly Asked[]>> = {
  LGI: [former('水上救生員證', true), employment],
  FAI: [former('高級急救員證', false), employment],
  FA2: [former('初級急救員證', false)],
};
