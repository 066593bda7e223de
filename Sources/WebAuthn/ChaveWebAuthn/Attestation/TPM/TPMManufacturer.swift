/// The manufacturers of TPMs, as the certificates of attestation keys name them.
///
/// The list is the TCG TPM Vendor ID Registry, version 1.06 revision 0.96 of 2024. The registry grows: a policy that
/// requires a known manufacturer refuses newer ones. The FIDO Alliance's test tools use a number that is not in the
/// list.
enum TPMManufacturer {
    /// Whether the text is `id:` and a known number in eight hexadecimal digits of either case.
    ///
    /// The form is that of the TCG EK Credential Profile.
    static func isKnown(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 11, bytes.starts(with: Array("id:".utf8)) else { return false }
        let digits = bytes[3...].compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 8 else { return false }
        return known.contains(digits.reduce(0) { $0 << 4 | UInt32($1) })
    }

    private static let known: Set<UInt32> = [
        0x414D_4400,  // AMD
        0x414E_5400,  // Ant Group
        0x4154_4D4C,  // Atmel
        0x4252_434D,  // Broadcom
        0x4353_434F,  // Cisco
        0x464C_5953,  // Flyslice
        0x474F_4F47,  // Google
        0x4849_5349,  // Huawei
        0x4850_4500,  // HPE
        0x4850_4900,  // HPI
        0x4942_4D00,  // IBM
        0x4946_5800,  // Infineon
        0x494E_5443,  // Intel
        0x4C45_4E00,  // Lenovo
        0x4D53_4654,  // Microsoft
        0x4E53_4700,  // NSING
        0x4E53_4D20,  // National Semiconductor
        0x4E54_4300,  // Nuvoton
        0x4E54_5A00,  // Nationz
        0x5143_4F4D,  // Qualcomm
        0x524F_4343,  // Rockchip
        0x5345_4345,  // SecEdge
        0x534D_5343,  // SMSC
        0x534D_534E,  // Samsung
        0x534E_5300,  // Sinosun
        0x5354_4D20,  // STMicroelectronics
        0x5458_4E00,  // Texas Instruments
        0x5745_4300,  // Winbond
    ]
}
