/// The data that a TPM signs to certify a key, `TPMS_ATTEST` (TPM 2.0 Library, Part 2, section 10.12.12).
///
///     UINT32 magic             0xFF544347, made by the TPM itself
///     UINT16 type              0x8017, TPM_ST_ATTEST_CERTIFY
///     TPM2B  qualifiedSigner
///     TPM2B  extraData         the caller's data, which the TPM signs too
///     17 bytes clockInfo: UINT64 clock, UINT32 resetCount, UINT32 restartCount, one byte safe
///     UINT64 firmwareVersion
///     TPM2B  attested.name, TPM2B attested.qualifiedName
///
/// The clock and the firmware version are not checked; `safe` is not a boolean in a test vector of Level 3.
struct TPMCertification {
    let extraData: [UInt8]
    let name: [UInt8]

    init(_ bytes: [UInt8]) throws(AttestationRefusal) {
        var reader = TPMReader(bytes)
        guard try reader.number(UInt32.self) == 0xFF54_4347, try reader.number(UInt16.self) == 0x8017 else {
            throw .statementMalformed
        }
        _ = try reader.sized()
        extraData = try reader.sized()
        _ = try reader.take(17 + 8)
        name = try reader.sized()
        _ = try reader.sized()
        try reader.finish()
    }
}
